@echo off
rem Parallax, installed from an archive: needs Java 17 or later and nothing else.
setlocal EnableExtensions DisableDelayedExpansion
for %%I in ("%~dp0..") do set "home=%%~fI"
set "launch=%home%\launch"

for %%C in (test bench fuzz dist add new-method) do if "%~1"=="%%C" goto sources

set "java="
if defined JAVA_HOME call :try "%JAVA_HOME%\bin\java.exe"
if not defined java for %%J in (java.exe) do call :try "%%~$PATH:J"
for %%P in ("Eclipse Adoptium" Java Microsoft "Amazon Corretto" Zulu) do for /f "delims=" %%D in ('dir /b /ad "%ProgramFiles%\%%~P" 2^>nul') do if not defined java call :try "%ProgramFiles%\%%~P\%%D\bin\java.exe"
if not defined java goto nojava

if not defined PARALLAX_DATA if exist "%CD%\data\" set "PARALLAX_DATA=%CD%\data"

set "node="
if "%~1"=="coordinator" if not "%~2"=="--demo" set "node=coordinator"
if "%~1"=="party" set "node=party"
if "%~1"=="serve" set "node=party"
if "%node%"=="coordinator" if not defined PARALLAX_MEMORY set "PARALLAX_MEMORY=256m"

set "options="
if not defined PARALLAX_MEMORY goto sized
set "digits=%PARALLAX_MEMORY:~0,-1%"
set "unit=%PARALLAX_MEMORY:~-1%"
if not defined digits goto memory
for /f "delims=0123456789" %%D in ("%digits%") do goto memory
if /i not "%unit%"=="k" if /i not "%unit%"=="m" if /i not "%unit%"=="g" goto memory
set "options=-Xmx%PARALLAX_MEMORY%"
:sized
if %major% GEQ 22 set options=%options% "@%launch%\java-22.args"
if %major% GEQ 24 set options=%options% "@%launch%\java-24.args"
if "%node%"=="coordinator" set options=%options% "@%launch%\coordinator.args"
if defined node (set options=%options% "@%launch%\node.args") else (set options=%options% "@%launch%\command.args")

rem Parallax runs parties and blocks of rows side by side, each with one BLAS thread.
set OMP_NUM_THREADS=1
set OPENBLAS_NUM_THREADS=1
set OMP_WAIT_POLICY=PASSIVE
set "jars=%home%\lib\*"
if defined PARALLAX_CLASSPATH set "jars=%jars%;%PARALLAX_CLASSPATH%"

rem What is printed is UTF-8.
chcp 65001 >nul
"%java%" "@%launch%\java.args" %options% -cp "%jars%" io.parallax.cli.Main %*
exit /b %ERRORLEVEL%

:try
rem Takes a java.exe if it is there and new enough; what it is stands in a file beside it, or else it is asked.
if "%~1"=="" exit /b 0
if not exist "%~1" exit /b 0
set "version="
for /f "usebackq tokens=2 delims==" %%V in (`findstr /b "JAVA_VERSION=" "%~dp1..\release" 2^>nul`) do set "version=%%~V"
if not defined version for /f "tokens=3" %%V in ('call "%~1" -version 2^>^&1 ^| findstr /c:" version "') do set "version=%%~V"
if not defined version exit /b 0
for /f "delims=.-+" %%M in ("%version%") do set "major=%%M"
if %major% LSS 17 exit /b 0
set "java=%~1"
exit /b 0

:sources
>&2 echo parallax: '%~1' needs the sources, and this is an installed release; clone the project and use the parallax in its folder
exit /b 2

:nojava
>&2 echo parallax: Java 17 or later is missing; install it, such as Eclipse Temurin, or set JAVA_HOME to one
exit /b 1

:memory
>&2 echo parallax: PARALLAX_MEMORY is '%PARALLAX_MEMORY%' and must be a size such as 800m or 8g
exit /b 2
